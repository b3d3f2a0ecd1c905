import { expect, test } from 'vitest'
import { nameOfKind, safeFileName } from '#src/forms/requests/requests.ts'

test.each([
  ['accounts 2025.pdf', 'accounts 2025.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\Jo\\scan.pdf', 'scan.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'a Set-Cookie- x=1.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['<b>"x".pdf', '-b--x-.pdf'],
  ['.htaccess', 'htaccess'],
  ['con.pdf', 'file-con.pdf'],
  ['Żółć – ü.pdf', 'Żółć – ü.pdf'],
  ['...', ''],
])('stores the file name %j as %j', (given, kept) => {
  expect(safeFileName(given)).toBe(kept)
})

test('keeps the ending of a long file name', () => {
  const name = safeFileName(`${'a'.repeat(300)}.jpeg`)
  expect([name.length, name.endsWith('a.jpeg')]).toEqual([100, true])
  const faces = safeFileName(`a${'\u{1f600}'.repeat(300)}`)
  expect(() => encodeURIComponent(faces)).not.toThrow()
})

test.each([
  ['scan', 'jpeg', 'scan.jpg'],
  ['', 'pdf', 'file.pdf'],
  ['a.JPEG', 'jpeg', 'a.JPEG'],
  ['a.png', 'pdf', null],
  ['a.pdf.html', 'pdf', null],
] as const)('renames the file %j of type %s to %j', (name, kind, named) => {
  expect(nameOfKind(name, kind)).toBe(named)
})
