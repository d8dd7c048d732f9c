# pessoas_api alone, as small as Debian's packages allow. Without arguments it serves port 9999 with a SQLite database in
# /var/lib/pessoas; docker-compose.yml sets two of them behind nginx, with PostgreSQL.
FROM debian:bookworm-slim AS build
WORKDIR /src
COPY scripts/install-packages scripts/
RUN scripts/install-packages build
COPY CMakeLists.txt CMakePresets.json ./
COPY cmake cmake
COPY include include
COPY sql sql
COPY src src
RUN cmake --preset release && cmake --build build/release --target pessoas_api && strip build/release/bin/pessoas_api

FROM debian:bookworm-slim
COPY scripts/install-packages /usr/local/bin/
RUN install-packages runtime && rm -r /var/lib/apt/lists /usr/local/bin/install-packages \
    && useradd --system --uid 10001 --home-dir /var/lib/pessoas --shell /usr/sbin/nologin pessoas \
    && install -d -o pessoas -g pessoas /var/lib/pessoas /run/pessoas
COPY --from=build /src/build/release/bin/pessoas_api /usr/local/bin/
USER pessoas
WORKDIR /var/lib/pessoas
EXPOSE 9999
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s CMD ["pessoas_api", "--health-check"]
ENTRYPOINT ["pessoas_api"]
