/** Sources to change together, and the tests that hold their behaviour: each change runs these tests only. */
export type Group = { name: string; mutate: string[]; tests: string[] }

const security = (name: string, sources: string, tests: string[]): Group => ({
  name,
  mutate: [`src/security/${sources}.ts`],
  tests: tests.map((test) => `tests/unit/${test}.test.ts`),
})

export const groups: Group[] = [
  security('addresses', '{addresses,egress}', ['mail/egress', 'http/client-address']),
  security('pictures', '{png,signature-image}', [
    'security/signature-image',
    'security/signature-refused',
  ]),
  security('secrets', '{keys,seal,tokens,limits,fair-queue}', [
    'security/{keys,tokens,limits,fair-queue}',
  ]),
  security('passwords', '{passwords,totp,common-passwords,common-password-list}', [
    'security/{passwords,totp}',
  ]),
]
