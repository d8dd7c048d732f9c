package pessoas;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.listFeeder;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;

/** The contest's load: three kinds of users at once, who arrive whatever the server does, each with a connection. */
public final class PessoasSimulation extends Simulation {
    private static final int CREATED = 201;

    private final Settings settings = Settings.load();
    private final Answers answers = new Answers();

    public PessoasSimulation() {
        int ramp = settings.seconds();
        setUp(
            creation().injectOpen(Arrivals.creations(settings.rate(), ramp).steps()),
            search().injectOpen(Arrivals.searches(ramp).steps()),
            invalidSearch().injectOpen(Arrivals.invalidSearches(ramp).steps()))
            // To be ready for the first user; else Gatling asks a page of its own.
            .protocols(http.baseUrl(settings.url()).warmUp(settings.url() + "/contagem-pessoas").disableFollowRedirect());
    }

    private ScenarioBuilder creation() {
        return scenario("criação e consulta")
            .feed(listFeeder(Data.lines(settings.data().resolve("payloads.jsonl"), "payload")).circular())
            .exec(http("criação").post("/pessoas")
                .header("Content-Type", "application/json")
                .body(StringBody(session -> session.getString("payload")))
                .check(
                    status().saveAs("status"),
                    status().in(CREATED, 422, 400))
                .checkIf(PessoasSimulation::isCreated).then(header("Location").saveAs("location")))
            .exec(this::count)
            .pause(Duration.ofMillis(1), Duration.ofMillis(30))
            .exec(doIf(session -> session.contains("location"))
                .then(exec(http("consulta").get("#{location}").check(isSuccess()))));
    }

    private ScenarioBuilder search() {
        return scenario("busca válida")
            .feed(listFeeder(Data.lines(settings.data().resolve("terms.txt"), "term")).circular())
            .exec(http("busca válida").get("/pessoas").queryParam("t", "#{term}").check(isSuccess()));
    }

    private ScenarioBuilder invalidSearch() {
        return scenario("busca inválida").exec(http("busca inválida").get("/pessoas").check(status().is(400)));
    }

    private static boolean isCreated(Session session) {
        return session.contains("status") && session.getInt("status") == CREATED;
    }

    private static CheckBuilder isSuccess() {
        return status().transform(code -> code / 100).is(2);
    }

    private Session count(Session session) {
        if (session.contains("status")) {
            answers.count(session.getInt("status"));
        }
        return session;
    }

    @Override
    public void after() {
        try {
            Files.writeString(settings.answers(), answers.toJson() + "\n");
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
