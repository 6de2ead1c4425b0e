"""What is a secret and what only talks about one. Every value is made up; keys are put together here, so that scanners stay calm."""

import time

import pytest

from dayleaf.core.secrets import find_secrets, without_secrets

NOISE = "Ab3dEf6hIj9lMn2pQr5tUv8xYz1Ab3dEf6hIj9lMn2pQ"

FORMS = [
    ("openai_key", "sk-" + NOISE),
    ("openai_key", "sk-proj-" + NOISE),
    ("anthropic_key", "sk-ant-api03-" + NOISE),
    ("aws_key", "AK" + "IA" + "N0TAREALKEY12345"),
    ("google_key", "AI" + "za" + NOISE[:35]),
    ("github_token", "gh" + "p_" + NOISE[:36]),
    ("github_token", "github" + "_pat_" + NOISE),
    ("gitlab_token", "gl" + "pat-" + NOISE[:20]),
    ("slack_token", "xo" + "xb-123456789012-" + NOISE[:20]),
    ("stripe_key", "sk" + "_live_" + NOISE[:24]),
    ("npm_token", "np" + "m_" + NOISE[:36]),
    ("pypi_token", "py" + "pi-AgEIcHlwaS5vcmc" + NOISE),
    ("hugging_face_token", "h" + "f_" + NOISE[:34]),
    ("telegram_token", "123456789:AA" + NOISE[:33]),
    ("service_token", "gs" + "k_" + NOISE),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + NOISE),
    ("card_number", "4111 1111 1111 1111"),
    ("card_number", "5555-5555-5555-4444"),
    ("card_number", "378282246310005"),
    ("card_number", "3530111333300000"),
    ("iban", "DE89 3704 0044 0532 0130 00"),
    ("iban", "GB82WEST12345698765432"),
]


@pytest.mark.parametrize(("kind", "secret"), FORMS)
@pytest.mark.parametrize("around", ["{}", "It is {}, keep it.", "(„{}“)", "Es lautet {}.", "x {} 12/27"])
def test_a_form_is_found_exactly(kind, secret, around):
    text = around.format(secret)
    (found,) = find_secrets(text)
    assert (found.kind, text[found.start : found.end]) == (kind, secret)


TOLD = """
password is <<hunter2>>
The password for the staging server is <<Fir_Cone_7781>>.
Our wifi password is "<<correct horse battery staple>>"
The new passphrase for the archive: <<moss-Lantern-42>>
I changed the password to <<Winter2024!>>
login is ops with password: <<Brine!Crab-404>>.
Log in with password <<tulip77fox>> please
DB_PASSWORD=<<sunflower>>
{"password": "<<p4ss!w0rd>>"}
Passwort: <<Sonnenblume>>
Das WLAN-Passwort ist <<Kaffee-Kanne-77>>.
das Kennwort lautet <<Quittenbrot>>.
Das Kennwort für das Weinportal ist <<Traube%Fass_1904>>.
Peters altes Passwort war <<Sommer2019>>.
Passwort auf <<Herbst#24>> geändert
Zugangsdaten: ute / <<Moos8Bach>>
PIN <<1234>>
Die PIN für das Tor lautet <<0815>>.
The PIN is <<4711>>
The door code is <<83920#>>
Türcode: <<4711>>
パスワードは<<hunter22>>
密码是 <<Abc12345>>
api_key = "<<9f8e7d6c5b4a39281706>>"
SERVICE_API_KEY=<<abcdef0123456789xyz>>
client_secret: <<8Q~aZx91kLmN02bVcXs>>
The API key for the weather service is <<9f8e7d6c5b4a39281706f5e4>>
Authorization: Bearer <<abcDEF123456ghiJKL789>>
mysql://loader:<<Fir_Cone_7781>>@192.0.2.44:3306/cedar
https://user:<<pass>>@host/path
The seed phrase: <<apple brick cloud dance eagle flame grape house igloo jelly knife lemon>>
"""


@pytest.mark.parametrize("line", TOLD.strip().splitlines())
def test_what_is_told_is_found_and_nothing_around_it(line):
    before, _, rest = line.partition("<<")
    secret, _, after = rest.partition(">>")
    text = before + secret + after
    (found,) = find_secrets(text)
    assert text[found.start : found.end] == secret
    assert without_secrets(text) == f"{before}[removed: {found.kind}]{after}"


HARMLESS = """
Peter forgot his password
Passwort geändert
Passwort: geändert
Password: required
The password manager is 1Password
The password was changed on 2025-11-27
I forgot the password again!
the token budget is 2000
max_tokens=2000
The key is under the mat
The access token expires after 3600 seconds
commit 9b2e41c07d5fa8836e1204bb97cd3310aabbccdd fixes it
550e8400-e29b-41d4-a716-446655440000
ISBN 978-3-16-148410-0 or 9783161484100
call +49 30 1234567 or 030 1234 5678
order ZK-26-0093, invoice 2025-0011-2233-4455
tracking number 1Z999AA10123456784
Batch 4111 1111 1111 1112 went bad
Die Kennnummer 1234 5678 9012 3456 steht auf dem Fass.
DE89 3704 0044 0532 0130 01 is no account
Das Kennwort liegt bei Rosalie im Umschlag.
The password is stored in the vault
das Passwort ist abgelaufen
password is 12 characters long
Passwort: siehe Umschlag im Tresor
The password policy is ISO27001
1. **Password Hashing**: use argon2
password = data.get('password')
new_user = User(password=hashed_password)
password=<password>, token=$TOKEN, api_key="your_api_key_here"
Peter changed his password because the laptop is X1-Carbon
bearer of bad news 12345678901234567
sk-learn-is-a-great-library-for-this
pin 12 on the connector is broken, his pin is from 1999
Die PIN ist vierstellig
The door code changed in 2024
secret santa: Peter draws Lotte
token: see the vault
-----BEGIN PUBLIC KEY-----
https://example.org:8080/a@b and git@example.org:a/b.git
memory/2025-11-27.md#L12
"""


@pytest.mark.parametrize("line", HARMLESS.strip().splitlines())
def test_talk_about_secrets_passes(line):
    assert find_secrets(line) == []
    assert without_secrets(line) == line


def test_a_private_key_goes_up_to_its_end():
    begin, end = "-----BEGIN OPENSSH PRIVATE" + " KEY-----", "-----END OPENSSH PRIVATE" + " KEY-----"
    assert without_secrets(f"Key:\n{begin}\nAAAA\nBBBB\n{end}\nthanks") == "Key:\n[removed: private_key]\nthanks"
    assert without_secrets(f"Key:\n{begin}\nAAAA\nBBBB") == "Key:\n[removed: private_key]"


def test_characters_nobody_sees_hide_nothing():
    text = "The password is hun\u200bter\u00ad2."
    assert without_secrets(text) == "The password is [removed: password]."


def test_what_is_left_holds_no_secret():
    text = "\n".join(line.replace("<<", "").replace(">>", "") for line in TOLD.strip().splitlines()) + "".join(
        f" {secret} " for _, secret in FORMS
    )
    left = without_secrets(text)
    assert find_secrets(left) == []
    assert without_secrets(left) == left


def test_the_result_does_not_carry_the_secret():
    assert "hunter" not in repr(find_secrets("password is hunter2"))


@pytest.mark.parametrize(
    "piece",
    [
        "password ",
        'password is "a ',
        "4 ",
        "41111111",
        "DE89",
        "sk-",
        "eyJaaaaaaaa.",
        "://a:b",
        "-----BEGIN PRIVATE KEY-----",
        "a.b.c ",
        "PIN a b c ",
        "password: " + "a_" * 90 + " ",
        "password " + "a.b/" * 40 + "@ ",
    ],
)
def test_time_grows_with_the_text_only(piece):
    short, long = (piece * (size // len(piece)) for size in (5_000, 100_000))
    taken = []
    for text in (short, long):
        begin = time.process_time()
        find_secrets(text)
        taken.append(time.process_time() - begin)
    assert taken[1] < max(taken[0], 0.002) * 20 * 6
