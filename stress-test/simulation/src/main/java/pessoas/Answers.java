package pessoas;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** How many answers there were of each status, which Gatling's log does not say. */
final class Answers {
    private final Map<Integer, LongAdder> byStatus = new ConcurrentSkipListMap<>();

    void count(int status) {
        byStatus.computeIfAbsent(status, key -> new LongAdder()).increment();
    }

    /** {"201": 3, "422": 1} */
    String toJson() {
        return byStatus.entrySet().stream()
            .map(entry -> "\"%d\": %d".formatted(entry.getKey(), entry.getValue().sum()))
            .collect(Collectors.joining(", ", "{", "}"));
    }
}
