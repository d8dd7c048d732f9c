package pessoas;

import java.nio.file.Path;

/**
 * What the simulation is told, by system properties.
 *
 * @param url where the API is served, without a path
 * @param rate of creations a second, at the end of the ramp
 * @param seconds that the ramp takes
 * @param data the folder of payloads.jsonl and terms.txt
 * @param answers the file to write how many creations were answered with which status
 */
record Settings(String url, int rate, int seconds, Path data, Path answers) {
    static Settings load() {
        return new Settings(
            System.getProperty("pessoas.url", "http://127.0.0.1:9999"),
            Integer.getInteger("pessoas.rate", 600),
            Integer.getInteger("pessoas.seconds", 180),
            Path.of(System.getProperty("pessoas.data", "build/stress/data")),
            Path.of(System.getProperty("pessoas.answers", "answers.json")));
    }
}
