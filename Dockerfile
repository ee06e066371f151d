# The steps of README.md, "Open the house", on Debian.
FROM debian:trixie AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates gcc libc6-dev nodejs npm rustup \
 && rustup default stable
WORKDIR /cydonia
COPY . .
RUN cargo build --release --locked

FROM debian:trixie-slim
RUN useradd --system --create-home cydonia && install -d -o cydonia /data
COPY --from=build /cydonia/target/release/cydonia /usr/local/bin/
USER cydonia
ENV CYDONIA_DATA=/data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["cydonia"]
