# The steps of README.md, "Install and run", on Debian. Images are named by version; whoever builds for others adds the digest
# that their registry tells them (`docker buildx imagetools inspect debian:13.1`), which could not be looked up where this was
# written. Buildah 1.28 has built it there, on a Debian 13 made by debootstrap.
FROM debian:13.1 AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev nodejs npm rustup \
 && rustup default 1.95.0
WORKDIR /cydonia
COPY . .
# Features that are off unless they are asked for, as in --build-arg FEATURES=opentelemetry.
ARG FEATURES=
# With nothing to load at the start: the image below has no libraries.
RUN target="$(rustc -vV | sed -n 's/^host: //p')" \
 && RUSTFLAGS="-C target-feature=+crt-static" cargo build --profile dist --locked --features "$FEATURES" --target "$target" \
 && install -D "target/$target/dist/cydonia" /image/cydonia \
 && install -D -m 644 /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ca-certificates.crt \
 && install -d -o 65532 -g 65532 /image/data

# The program, whom to trust of push services and relays, and the folder that it writes to: everything else may be read-only.
FROM scratch
COPY --from=build /image /
USER 65532:65532
# Where it is by itself what it keeps its data in, unless it is told another place: the folder `data` of the one it runs in.
WORKDIR /
VOLUME /data
# There is no other place for what does not fit into memory.
ENV SQLITE_TMPDIR=/data
EXPOSE 8080
# Of a house that speaks TLS by itself name its --metrics address behind it.
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s CMD ["/cydonia", "health"]
ENTRYPOINT ["/cydonia"]
