# Isotope's daemon with its command: two stages, and the second runs as a user without rights.
FROM rust:1.95-bookworm AS build
WORKDIR /isotope
COPY scripts scripts
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 python3-pip \
 && scripts/setup
COPY . .
RUN cargo build --release --locked --package isotope-server --package isotope-client

FROM debian:bookworm-slim
# llvm-19 brings llc and llvm-mca, which judge the answers; Z3 needs libstdc++.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends llvm-19 libstdc++6 \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --system --gid 10001 isotope \
 && useradd --system --uid 10001 --gid 10001 --home-dir /var/lib/isotope --create-home isotope
COPY --from=build /isotope/third_party/z3/lib/libz3.so.5.4 /usr/local/lib/
COPY --from=build /isotope/target/release/isotoped /isotope/target/release/isotope /usr/local/bin/
RUN ldconfig
# A number, so that an orchestrator can see that it is not root.
USER 10001:10001
# Beyond the container it wants TLS (ISOTOPE_TLS_CERTIFICATE, ISOTOPE_TLS_KEY) or to be told that something else has it
# (ISOTOPE_INSECURE_LISTEN=true).
ENV ISOTOPE_LISTEN=0.0.0.0:4711 ISOTOPE_CACHE=/var/lib/isotope/memo ISOTOPE_METRICS_LISTEN=127.0.0.1:9471
VOLUME /var/lib/isotope
EXPOSE 4711
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9471 && printf 'GET /ready HTTP/1.0\\r\\n\\r\\n' >&3 && head -1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["isotoped"]
