//! What an authority looks at: the certificate that answers a challenge (RFC 8737), and a request for one (PKCS #10).

use std::net::SocketAddr;
use std::sync::Arc;

use rcgen::{PKCS_ECDSA_P256_SHA256, PublicKeyData, SignatureAlgorithm};
use sha2::{Digest, Sha256};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{DerSignature, VerifyingKey};
use x509_parser::certification_request::X509CertificationRequest;
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::parse_x509_certificate;
use x509_parser::prelude::FromDer;

/// Takes whatever it is shown: what counts is looked at afterwards.
#[derive(Debug)]
struct Anybody;

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        default_provider().signature_verification_algorithms.supported_schemes()
    }
}

/// Looks whether a house answers the challenge of a name; if not, what is wrong.
pub(super) async fn is_proved(
    house: SocketAddr,
    domain: &str,
    key_authorization: &str,
) -> Result<(), String> {
    let builder = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let builder = builder.with_safe_default_protocol_versions().expect("versions");
    let mut config =
        builder.dangerous().with_custom_certificate_verifier(Arc::new(Anybody)).with_no_client_auth();
    config.alpn_protocols = vec![b"acme-tls/1".to_vec()];
    let line = TcpStream::connect(house).await.map_err(|error| error.to_string())?;
    let name = ServerName::try_from(domain.to_owned()).map_err(|error| error.to_string())?;
    let line = TlsConnector::from(Arc::new(config)).connect(name, line).await;
    let line = line.map_err(|error| error.to_string())?;
    let (_, tls) = line.get_ref();
    if tls.alpn_protocol() != Some(b"acme-tls/1") {
        return Err("another protocol".to_owned());
    }
    let shown = tls.peer_certificates().and_then(<[_]>::first).ok_or("no certificate")?;
    let (_, shown) = parse_x509_certificate(shown).map_err(|error| error.to_string())?;
    let names = shown.subject_alternative_name().ok().flatten().ok_or("no names")?;
    if names.value.general_names != [GeneralName::DNSName(domain)] {
        return Err(format!("names {:?}", names.value.general_names));
    }
    let of = |id: &str| shown.extensions().iter().find(|found| found.oid.to_id_string() == id);
    let proof = of("1.3.6.1.5.5.7.1.31").ok_or("no digest")?;
    let digest = [&[4, 32][..], &Sha256::digest(key_authorization)].concat();
    if proof.critical && proof.value == digest { Ok(()) } else { Err("another digest".to_owned()) }
}

/// A request for a certificate.
pub(super) struct Request {
    /// For whom.
    pub(super) names: Vec<String>,
    key: Vec<u8>,
}

impl Request {
    /// Reads one that is signed with the key that it is for.
    pub(super) fn read(der: &[u8]) -> Option<Self> {
        let (_, request) = X509CertificationRequest::from_der(der).ok()?;
        let about = &request.certification_request_info;
        let key = about.subject_pki.subject_public_key.data.to_vec();
        let signature = DerSignature::from_bytes(&request.signature_value.data).ok()?;
        VerifyingKey::from_sec1_bytes(&key).ok()?.verify(about.raw, &signature).ok()?;
        let mut names = Vec::new();
        for extension in request.requested_extensions()? {
            if let ParsedExtension::SubjectAlternativeName(asked) = extension {
                for name in &asked.general_names {
                    let GeneralName::DNSName(name) = name else { return None };
                    names.push((*name).to_owned());
                }
            }
        }
        Some(Self { names, key })
    }
}

impl PublicKeyData for Request {
    fn der_bytes(&self) -> &[u8] {
        &self.key
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &PKCS_ECDSA_P256_SHA256
    }
}
