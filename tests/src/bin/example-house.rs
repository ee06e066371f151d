//! The house of the OpenAPI document's examples, for tools that try the whole interface: says where it is open, and stays
//! so until its standard input ends.

use cydonia_tests::ExampleHouse;
use tokio::io::AsyncReadExt;

#[tokio::main]
async fn main() {
    let house = ExampleHouse::open().await;
    println!("{}", house.server.url(""));
    let mut rest = Vec::new();
    tokio::io::stdin().read_to_end(&mut rest).await.expect("it can be read");
}
