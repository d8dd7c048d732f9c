"""How many users of each kind arrive: what Arrivals.java has Gatling do, counted by themselves."""

from dataclasses import dataclass

RAMP = 180  # the contest's, in seconds

# By their names in Gatling's log.
CREATION, LOOKUP, SEARCH, INVALID_SEARCH = "criação", "consulta", "busca válida", "busca inválida"


@dataclass(frozen=True)
class Load:
    rate: int = 600  # creations a second at the end of the ramp
    ramp: int = RAMP  # seconds

    @property
    def creations(self) -> int:
        return 2 * self._first + 5 * self._second + self._on_ramp(self.rate)

    @property
    def searches(self) -> int:
        """Up to 100 a second, whatever the rate of creations."""
        return 2 * (self._first + self._second) + self._on_ramp(100)

    @property
    def invalid_searches(self) -> int:
        return 2 * (self._first + self._second) + self._on_ramp(40)

    @property
    def seconds(self) -> int:
        return self._first + self._second + self.ramp

    @property
    def name(self) -> str:
        known = {600: "plain", 1200: "doubled"} if self.ramp == RAMP else {}
        return known.get(self.rate, f"{self.rate}/s, a ramp of {self.ramp} s")

    @property
    def _first(self) -> int:
        return self._before(10)

    @property
    def _second(self) -> int:
        return self._before(15)

    def _before(self, seconds: int) -> int:
        """What comes before the ramp is shorter in proportion where the ramp is shorter than the contest's."""
        return seconds if self.ramp >= RAMP else max(1, seconds * self.ramp // RAMP)

    def _on_ramp(self, to: int) -> int:
        return (6 + to) * self.ramp // 2
