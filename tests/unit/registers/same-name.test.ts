import { expect, test } from 'vitest'
import { isSameBusiness, isSamePerson } from '#src/domain/registers/register.ts'

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
])('%s in the register and %s as typed: %s', (registered, typed, isSame) => {
  expect(isSamePerson(registered, typed)).toBe(isSame)
})

test.each([
  ['SAMPLE & SONS LIMITED', 'Sample and Sons Ltd.', true],
  ['THE SAMPLE COMPANY PUBLIC LIMITED COMPANY', 'Sample Co PLC', true],
  ['SAMPLE SONS LIMITED', 'Sample Daughters Ltd', false],
])('the business %s and %s: %s', (registered, typed, isSame) => {
  expect(isSameBusiness(registered, typed)).toBe(isSame)
})
