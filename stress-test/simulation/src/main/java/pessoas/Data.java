package pessoas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files of a value a line, as what users are fed with. */
final class Data {
    static List<Map<String, Object>> lines(Path file, String name) {
        try (var lines = Files.lines(file)) {
            return lines.map(line -> Map.<String, Object>of(name, line)).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private Data() {}
}
