//! Accounts: how one comes to one, what is refused about it, and how two become one.

use serde_json::json;
use uuid::Uuid;

use super::requests::{ExampleRequest, none, read, send};

/// Ada has an account in the end.
pub(super) fn about_accounts() -> Vec<ExampleRequest> {
    let adas = |example: ExampleRequest| ExampleRequest { guest: Some(0), ..example };
    let long_adas = |example: ExampleRequest| ExampleRequest { is_shown: false, ..adas(example) };
    let good = json!({ "password": "crow on the chimney" });
    let by_password = |password: &str| json!({ "by": "password", "name": "ada", "password": password });
    let by_code = json!({ "by": "recovery_code", "name": "Ada", "code": "none" });
    let passkey = json!({ "ceremony": "0", "name": "Phone", "client_data": "", "attestation": "" });
    let nobodys = json!({
        "by": "passkey", "ceremony": "0", "credential": "", "client_data": "", "authenticator_data": "",
        "signature": "", "user": "",
    });
    vec![
        adas(read("showAccount", "A guest’s", none())),
        read("showAccount", "Nobody’s", none()),
        long_adas(read("readOwnData", "Ada’s", none())),
        read("readOwnData", "Nobody’s", none()),
        adas(read("deleteAccount", "Ada sits at a table", none())),
        read("deleteAccount", "Nobody", none()),
        adas(read("renewRecoveryCodes", "A guest’s", none())),
        adas(read("passkeyOptions", "A program’s", none())),
        adas(send("addPasskey", "Nothing was asked for", passkey)),
        adas(read("removePasskey", "None of Ada’s", json!({ "id": 1_000_000 }))),
        adas(send("setPassword", "Soon guessed", json!({ "password": "password1" }))),
        adas(send("setPassword", "Ada has an account from now on", good)),
        adas(read("showAccount", "Ada’s", none())),
        adas(read("renewRecoveryCodes", "Others", none())),
        adas(read("removePassword", "The last that Ada signs in by", none())),
        read("signInOptions", "A program’s", none()),
        send("signIn", "A program", json!({ "with": by_password("crow on the chimney"), "bearer": true })),
        send("signIn", "A wrong password", json!({ "with": by_password("crow on the roof") })),
        send("signIn", "A wrong code", json!({ "with": by_code })),
        send("signIn", "Nothing was asked for", json!({ "with": nobodys })),
        send("sayName", "Somebody’s", json!({ "name": "ADA" })),
        adas(read("showMail", "In a house that sends none", none())),
        adas(send(
            "setMail",
            "In a house that sends none",
            json!({ "address": "ada@games.example", "language": "en" }),
        )),
        adas(send("confirmMail", "Not what was sent", json!({ "code": "0000-0000" }))),
        adas(read("removeMail", "Ada’s", none())),
        read("showMail", "Nobody’s", none()),
        read("removeMail", "Nobody’s", none()),
        read("unsubscribeMail", "A program that reads mail", json!({ "token": "none" })),
    ]
}

/// Ada has been Tom, too, who had set the tournament up; and somebody is called otherwise in the end.
pub(super) fn about_merging(named: Uuid) -> Vec<ExampleRequest> {
    let adas = |example: ExampleRequest| ExampleRequest { guest: Some(0), ..example };
    let with = |password: &str| json!({ "with": { "by": "password", "name": "Tom", "password": password } });
    vec![
        adas(send("mergeAccounts", "A wrong password", with("ten lanterns"))),
        adas(send("mergeAccounts", "Tom’s, who Ada was, too", with("nine lanterns by the canal"))),
        send("mergeAccounts", "Nobody", with("nine lanterns by the canal")),
        ExampleRequest { guest: Some(2), ..read("takeName", "By a moderator", json!({ "id": named })) },
    ]
}
