import { expect, test } from 'vitest'
import { isSameBusiness, samePersonIn } from '#src/domain/registers/register.ts'

test.each([
  ['SMITH, John', 'John Smith', true],
  ['SMITH, John Paul', 'john smith', true],
  ['SMITH, John Paul', 'J. P. Smith', true],
  ['SMITH, John', 'Smith, John', true],
  ['SMITH, John, Dr', 'Dr John Smith', true],
  ['O’BRIEN, Aoife', "Aoife O'Brien", true],
  ['DE SOUZA, Ana', 'Ana de Souza', true],
  ['ZOLC, Tomasz', 'Tomasz Żółć', true],
  ['SAMPLE HOLDINGS LIMITED', 'Sample Holdings Limited', true],
  ['SMITH, John', 'Jane Smith', false],
  ['SMITH, John', 'Smith', false],
  ['SMITH, John', 'John Smithson', false],
  ['SMITH', '', false],
])('compares %s in the register and %s as typed: %s', (registered, typed, isSame) => {
  expect(samePersonIn([{ name: registered }])(typed) !== undefined).toBe(isSame)
})

test('finds somebody among officers who share a surname, a shortened name as well', () => {
  const officers = ['SMITH, Ann', 'SMITH, John Paul', 'DE SMITH, John', 'SMITH'].map((name) => ({
    name,
  }))
  const nameOf = (typed: string) => samePersonIn(officers)(typed)?.name
  expect(nameOf('J. Smith')).toBe('SMITH, John Paul')
  expect(nameOf('John de Smith')).toBe('DE SMITH, John')
  expect(nameOf('Smith')).toBe('SMITH')
  expect(nameOf('Bob Smith')).toBeUndefined()
})

test('compares a name of endless length by its first 300 characters', () => {
  const name = `${'A'.repeat(150)} ${'B'.repeat(400_000)}, Ann`
  expect(samePersonIn([{ name }])(`Ann ${'a'.repeat(150)}`)).toBeUndefined()
  expect(samePersonIn([{ name: `SMITH, Ann ${'é'.repeat(400_000)}` }])('Ann Smith')).toBeDefined()
})

test.each([
  ['SAMPLE & SONS LIMITED', 'Sample and Sons Ltd.', true],
  ['THE SAMPLE COMPANY PUBLIC LIMITED COMPANY', 'Sample Co PLC', true],
  ['SAMPLE SONS LIMITED', 'Sample Daughters Ltd', false],
])('compares the business names %s and %s: %s', (registered, typed, isSame) => {
  expect(isSameBusiness(registered, typed)).toBe(isSame)
})
