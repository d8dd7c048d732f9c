package pessoas;

import io.gatling.app.Gatling;
import java.util.prefs.Preferences;

/** Gatling, which asks nobody for a newer version of itself: it believes that it has just done so. */
public final class Main {
    public static void main(String[] arguments) {
        Preferences.userRoot().node("/io/gatling/latestVersion")
            .putLong("lastCheckTimestamp", System.currentTimeMillis());
        Gatling.main(arguments);
    }

    private Main() {}
}
