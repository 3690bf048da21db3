/**
 * Some two hundred of the most common passwords of at least eight characters, in lower case, as the
 * published lists of leaked ones have them, and a few of this country. Source: ASVS 6.2.4.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  00000000 01234567 0123456789 0987654321 10203040 11111111 111111111 1111111111 11223344 1122334455
  12121212 12312312 123123123 123321123 12341234 1234512345 12344321 123454321 12345678 123456789
  1234567890 12345678910 123456789a 123456789q 123456aa 123456abc 1234abcd 1234qwer 123654789
  123789456 123abc123 123qwe123 123qweasd 12qwaszx 13131313 147147147 147258369 14725836 147852369
  159357456 159753456 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 21212121 22222222 23456789 25252525 33333333 44444444 55555555 66666666 69696969 741852963
  77777777 789456123 78945612 87654321 88888888 963852741 98765432 987654321 9876543210 99999999
  999999999 a1234567 a12345678 a123456789 a1b2c3d4 aa123456 aa12345678 aaaaaaaa abc12345 abc123456
  abcd1234 abcd12345 abcdefgh abcdefg1 admin123 administrator alexander alexandra allah786 anthony1
  asd123456 asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdqwe123 azertyuiop babygirl babygirl1
  bangladesh bangladesh1 bangladesh123 bangladesh71 barcelona baseball baseball1 basketball benjamin
  bismillah blink182 butterfly changeme charlie1 charlotte chocolate christian christopher computer
  courtney danielle december dhaka123 dhaka1234 diamond1 dolphins einstein elephant elizabeth football
  football1 forever1 freedom1 internet iloveyou iloveyou1 iloveyou2 isabella jennifer jessica1 jonathan
  jordan23 letmein1 liverpool liverpool1 loveyou1 manchester marlboro mercedes metallica michael1
  michelle midnight monkey12 nicholas november p@ssw0rd p@ssword pa55word pakistan pakistan123
  passw0rd password password1 password01 password11 password12 password123 password1234 password2
  patricia pokemon1 princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qq123456 qwaszx12 qweasd123
  qweasdzxc qweqweqwe qwer1234 qwerasdf qwerty01 qwerty12 qwerty123 qwerty1234 qwerty12345
  qwertyui qwertyuiop realmadrid samantha samsung1 scorpion september slipknot spiderman starwars
  stephanie strawberry sunflower sunshine sunshine1 superman superman1 superstar sweetheart trustno1
  valentina vanessa1 victoria welcome1 whatever william1 xxxxxxxx yourmom1 zaq12wsx zxcvbnm1 zxcvbnm123
  zzzzzzzz
  `.trim().split(/\s+/),
);
