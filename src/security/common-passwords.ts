/** Passwords of eight characters and more that are guessed first, in lower case. */
export const commonPasswords: readonly string[] = `
password passw0rd password1 password12 password123 password1234 passwords p@ssw0rd p@ssword
pa55word pa55w0rd 12345678 123456789 1234567890 12345678910 123123123 11111111 111111111
1111111111 00000000 000000000 88888888 99999999 22222222 12341234 12344321 87654321 987654321
0987654321 11223344 112233445566 12121212 123321123 147258369 159753456 789456123 741852963
963852741 10203040 13131313 19871987 20002000 31415926 55555555 66666666 77777777 69696969
12312312 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qwertyuiop qwerty123 qwerty1234 qwerty12345
qwertyui qwerty12 qwerty01 q1w2e3r4 q1w2e3r4t5 qazwsxedc qazwsx123 asdfghjkl asdfghjk asdf1234
asdfasdf asdf;lkj zxcvbnm1 zxcvbnm123 zxcvbnm, zaq12wsx zaq1zaq1 1234qwer 123qweasd 123qwe123
12qwaszx qweasdzxc qweasd123 qweqweqwe a1b2c3d4 a1234567 a12345678 a123456789 aa123456
aa12345678 abc12345 abcd1234 abcdefgh abcdefg1 abcdef12 abc123abc abcabcabc aaaaaaaa aaaaaaaa1
q123456789 q12345678 z1234567 x1234567 1234567a 12345678a 123456789a 123456789q 12345qwert
iloveyou iloveyou1 iloveyou2 ilovegod ilovejesus iloveme1 iloveyou12 sunshine sunshine1 princess
princess1 football football1 baseball baseball1 basketball softball hockey12 superman superman1
spiderman batman123 starwars starwars1 pokemon1 pokemon123 minecraft fortnite roblox123 nintendo
playstation michael1 michelle jennifer jessica1 jonathan danielle samantha victoria nicholas
benjamin alexander alexandra elizabeth stephanie veronica patricia caroline charlotte isabella
gabriella katherine valentina sebastian christian christina christopher anthony1 charlie1
charlie123 daniel123 ashley12 jordan23 jordan123 thomas12 george12 hannah12 amanda12 matthew1
andrew12 joshua12 robert12 william1 richard1 maverick cristiano ronaldo7 ronaldo10 messi1010
computer computer1 internet internet1 samsung1 samsung123 microsoft windows1 windows10 apple123
google123 facebook facebook1 linkedin twitter1 dropbox1 whatever whatever1 trustno1 letmein1
letmein12 letmein123 letmeinn changeme changeme1 changeme123 changeit welcome1 welcome12
welcome123 welcome1234 welcome2 welcome01 default1 default123 administrator admin123 admin1234
admin12345 administrator1 root1234 rootroot toor1234 guest123 guest1234 test1234 test12345
testtest testing1 testing123 temp1234 temppass temporary login123 secret12 secret123 master12
master123 access14 access123 passport qwertyqwerty user1234 username demo1234 sample123 example1
example123 server123 system123 manager1 manager123 office123 company1 business1 summer12
summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 winter12
winter123 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 winter2026
spring2024 spring2025 spring2026 autumn2024 autumn2025 autumn2026 january1 february september
november december october1 monday12 friday13 liverpool liverpool1 arsenal1 arsenal123 chelsea1
chelsea123 manchester manutd99 everton1 tottenham westham1 rangers1 celtic1888 newcastle
england1 scotland london123 britain1 yorkshire birmingham butterfly rainbow1 chocolate
chocolate1 cheesecake strawberry blueberry pineapple watermelon coffee12 cookie12 banana12
orange12 cherry12 dragon12 dragon123 monkey12 monkey123 tigger12 elephant penguin1 dolphin1
panther1 tiger123 snoopy12 scooby12 scoobydoo garfield mickey12 mustang1 corvette ferrari1
porsche1 mercedes motorola yamaha12 suzuki12 harley12 cowboys1 steelers yankees1 redskins
patriots lakers24 eagles12 blink182 metallica slipknot nirvana1 eminem12 beatles1 rockstar
rocknroll guitar12 midnight moonlight starlight sunflower sunshine12 hello123 hello1234
hellohello helloworld goodluck goodbye1 blessed1 blessing faithful jesus123 jesuschrist heaven12
angel123 angels12 freedom1 freedom123 forever1 forever21 babygirl babygirl1 loveyou1 lovely12
lovelove mylove12 myspace1 family12 friends1 friendship cutiepie sweetheart sweetie1 honey123
darling1 precious password! password? password. abcd12345 pass1234 pass12345 passpass pass@123
pass@word1 killer12 killer123 shadow12 shadow123 hunter12 hunter123 ginger12 pepper12 buster12
thunder1 lightning warcraft playboy1 jackass1 fuckyou1 asshole1 bullshit phoenix1 wolverine
gandalf1 matrix123 terminator gladiator champion challenge victory1 security security1
security123 qwerty!@# 1234abcd 4321rewq 1q2w3e4r! p@ssw0rd1 p@ssw0rd123 pa$$w0rd passw0rd1
welcome@123 admin@123 admin@1234 india123 test@123
`
  .trim()
  .split(/\s+/)
