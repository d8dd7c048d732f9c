package pessoas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of the contract, as Gatling itself counts the users of each phase. */
final class ArrivalsTest {
    private static final int MINUTES_3 = 180;

    @Test
    void thePlainRunHas54635Creations() {
        assertEquals(54_635, Arrivals.creations(600, MINUTES_3).users());
    }

    @Test
    void theDoubledRunHas108635Creations() {
        assertEquals(108_635, Arrivals.creations(1200, MINUTES_3).users());
    }

    @Test
    void eachRunHas9590Searches() {
        assertEquals(9_590, Arrivals.searches(MINUTES_3).users());
    }

    @Test
    void eachRunHas4190InvalidSearches() {
        assertEquals(4_190, Arrivals.invalidSearches(MINUTES_3).users());
    }

    @Test
    void creationsAndSearchesTakeEquallyLong() {
        for (int ramp = 1; ramp <= 2 * MINUTES_3; ++ramp) {
            assertEquals(seconds(Arrivals.creations(600, ramp)), seconds(Arrivals.searches(ramp)), "ramp " + ramp);
            assertEquals(seconds(Arrivals.creations(600, ramp)), seconds(Arrivals.invalidSearches(ramp)));
        }
    }

    // The same figures are in tests/stress/test_arrivals.py, since the report's side counts too.
    @ParameterizedTest
    @CsvSource({
        "60, 20, 667", "600, 20, 6067", "1200, 20, 12067", "7, 1, 13", "6, 10, 67", "600, 360, 109175", "101, 9, 488",
    })
    void aShorterRunIsShorterInProportion(int rate, int ramp, long users) {
        assertEquals(users, Arrivals.creations(rate, ramp).users());
    }

    private static int seconds(Arrivals arrivals) {
        return arrivals.phases().stream().mapToInt(Arrivals.Phase::seconds).sum();
    }
}
