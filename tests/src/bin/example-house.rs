//! Example server: the house of the OpenAPI document's examples, for tools that try the whole interface: says where it is open and by which
//! token one is Ada there, and stays open until its standard input ends.

use cydonia_tests::ExampleHouse;
use tokio::io::AsyncReadExt;

#[tokio::main]
async fn main() {
    let house = ExampleHouse::open().await;
    println!("{}\n{}", house.server.url(""), house.guests[0].token);
    let mut rest = Vec::new();
    tokio::io::stdin().read_to_end(&mut rest).await.expect("it can be read");
}
