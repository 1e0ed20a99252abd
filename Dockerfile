# Isotope's daemon with its command. The second stage holds what scripts/image-root lists and no other program; it runs as a user
# without rights.
FROM rust:1.95-bookworm AS build
WORKDIR /isotope
COPY scripts scripts
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 python3-pip ca-certificates binutils \
 && scripts/setup image
COPY . .
RUN cargo build --profile shipped --locked --package isotope-cli \
 && scripts/image-root /image

FROM scratch
COPY --from=build /image /
# What is copied is root's, whoever it was before: the one folder that the daemon writes to is said apart.
COPY --from=build --chown=10001:10001 /image-home /var/lib
# A number, so that an orchestrator can see that it is not root.
USER 10001:10001
# Beyond the container it wants TLS (ISOTOPE_TLS_CERTIFICATE, ISOTOPE_TLS_KEY) or to be told that something else has it
# (ISOTOPE_INSECURE_LISTEN=true).
ENV PATH=/usr/local/bin:/usr/bin ISOTOPE_LISTEN=0.0.0.0:4711 ISOTOPE_CACHE=/var/lib/isotope/memo ISOTOPE_METRICS_LISTEN=127.0.0.1:9471
VOLUME /var/lib/isotope
EXPOSE 4711
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9471 && printf 'GET /ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
ENTRYPOINT ["isotoped"]
