package pessoas;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;

import io.gatling.javaapi.core.OpenInjectionStep;
import java.util.Arrays;
import java.util.List;

/** How many users of a scenario arrive, and when: phases one after the other. */
record Arrivals(List<Phase> phases) {
    private static final int RAMP = 180; // the contest's, in seconds

    /** From one rate to another, in users a second, over so many seconds. */
    record Phase(int from, int to, int seconds) {
        OpenInjectionStep step() {
            return from == to
                ? constantUsersPerSec(from).during(seconds)
                : rampUsersPerSec(from).to(to).during(seconds);
        }
    }

    /** At the end of the ramp, which takes so many seconds, `rate` creations a second. */
    static Arrivals creations(int rate, int ramp) {
        return of(new Phase(2, 2, before(ramp, 10)), new Phase(5, 5, before(ramp, 15)), new Phase(6, rate, ramp));
    }

    /** At the end 100 a second, whatever the rate of creations. */
    static Arrivals searches(int ramp) {
        return of(new Phase(2, 2, before(ramp, 10) + before(ramp, 15)), new Phase(6, 100, ramp));
    }

    static Arrivals invalidSearches(int ramp) {
        return of(new Phase(2, 2, before(ramp, 10) + before(ramp, 15)), new Phase(6, 40, ramp));
    }

    OpenInjectionStep[] steps() {
        return phases.stream().map(Phase::step).toArray(OpenInjectionStep[]::new);
    }

    /** As Gatling counts them. */
    long users() {
        return Arrays.stream(steps()).mapToLong(step -> step.asScala().users()).sum();
    }

    private static Arrivals of(Phase... phases) {
        return new Arrivals(List.of(phases));
    }

    /** What comes before the ramp is shorter in proportion where the ramp is shorter than the contest's. */
    private static int before(int ramp, int seconds) {
        return ramp >= RAMP ? seconds : Math.max(1, seconds * ramp / RAMP);
    }
}
