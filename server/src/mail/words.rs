//! Words of e-mails in every language of the page. What stands in braces is filled in.

use cydonia_protocol::Language;

/// What e-mails say in one language.
pub(super) struct Words {
    pub(super) confirmation_subject: &'static str,
    pub(super) confirmation: &'static str,
    pub(super) one_waits: &'static str,
    pub(super) many_wait: &'static str,
    pub(super) greeting: &'static str,
    pub(super) turn: &'static str,
    pub(super) challenge: &'static str,
    /// Behind either of them.
    pub(super) until: &'static str,
    pub(super) more: &'static str,
    pub(super) end: &'static str,
}

impl Words {
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &ENGLISH,
            Language::De => &GERMAN,
            Language::Es => &SPANISH,
            Language::He => &HEBREW,
        }
    }
}

static ENGLISH: Words = Words {
    confirmation_subject: "Your code for {house}",
    confirmation: "Somebody, probably you, wants to be told at this address when games wait for them at {house}.\n\nThe code is: \
                   {code}\n\nType it where you asked for it; it is good for an hour. If it was not you, do nothing: no more is sent.\n",
    one_waits: "A game waits for you at {house}",
    many_wait: "{count} games wait for you at {house}",
    greeting: "Hello {name},",
    turn: "{game} with {with}: it is your turn",
    challenge: "{game}: {with} challenges you",
    until: " (until {time})",
    more: "And {count} more.",
    end: "You asked for this, once a day at most. To end it: {link}",
};

static GERMAN: Words = Words {
    confirmation_subject: "Dein Code für {house}",
    confirmation: "Jemand, vermutlich du, möchte an diese Adresse erfahren, wenn auf {house} Partien warten.\n\nDer Code ist: \
                   {code}\n\nGib ihn dort ein, wo du danach gefragt hast; er gilt eine Stunde. Warst du es nicht, tu nichts: es kommt nichts \
                   mehr.\n",
    one_waits: "Eine Partie wartet auf dich auf {house}",
    many_wait: "{count} Partien warten auf dich auf {house}",
    greeting: "Hallo {name},",
    turn: "{game} mit {with}: du bist am Zug",
    challenge: "{game}: {with} fordert dich heraus",
    until: " (bis {time})",
    more: "Und {count} weitere.",
    end: "Du hast darum gebeten, höchstens einmal am Tag. Abbestellen: {link}",
};

static SPANISH: Words = Words {
    confirmation_subject: "Tu código para {house}",
    confirmation: "Alguien, probablemente tú, quiere saber en esta dirección cuándo le esperan partidas en {house}.\n\nEl código es: \
                   {code}\n\nEscríbelo donde lo pediste; vale una hora. Si no fuiste tú, no hagas nada: no se enviará nada más.\n",
    one_waits: "Una partida te espera en {house}",
    many_wait: "{count} partidas te esperan en {house}",
    greeting: "Hola, {name}:",
    turn: "{game} con {with}: es tu turno",
    challenge: "{game}: {with} te desafía",
    until: " (hasta {time})",
    more: "Y {count} más.",
    end: "Lo pediste tú, una vez al día como máximo. Para terminarlo: {link}",
};

static HEBREW: Words = Words {
    confirmation_subject: "הקוד שלך עבור {house}",
    confirmation: "מישהו, כנראה את או אתה, ביקש לקבל לכתובת זו הודעה כשמשחקים ממתינים ב-{house}.\n\nהקוד הוא: {code}\n\nיש להקליד אותו \
                   במקום שבו ביקשת אותו; הוא תקף לשעה. אם לא ביקשת, אין צורך לעשות דבר: לא יישלח עוד.\n",
    one_waits: "משחק ממתין לך ב-{house}",
    many_wait: "{count} משחקים ממתינים לך ב-{house}",
    greeting: "שלום {name},",
    turn: "{game} עם {with}: תורך",
    challenge: "{game}: הזמנה למשחק מאת {with}",
    until: " (עד {time})",
    more: "ועוד {count}.",
    end: "ביקשת זאת, לכל היותר פעם ביום. לביטול: {link}",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gaps::names;

    #[test]
    fn every_language_has_the_same_gaps() {
        let all = |words: &Words| {
            let Words { confirmation_subject, confirmation, one_waits, many_wait, greeting, .. } = words;
            let Words { turn, challenge, until, more, end, .. } = words;
            [
                confirmation_subject,
                confirmation,
                one_waits,
                many_wait,
                greeting,
                turn,
                challenge,
                until,
                more,
                end,
            ]
            .map(|sentence| names(sentence))
        };
        for language in Language::ALL {
            assert_eq!(all(Words::of(language)), all(&ENGLISH), "{}", language.tag());
        }
    }
}
