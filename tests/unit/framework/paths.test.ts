import { describe, expect, test } from 'vitest'
import { bySpecificity, patternOf } from '#src/framework/paths.ts'

describe('a file of routes', () => {
  test.each([
    ['/routes/index.tsx', '/'],
    ['/routes/success.tsx', '/success'],
    ['/routes/client/set-password.tsx', '/client/set-password'],
    ['/routes/admin/index.tsx', '/admin'],
    ['/routes/admin/applications/[id].tsx', '/admin/applications/:id'],
    ['/routes/api/applications/[id]/index.ts', '/api/applications/:id'],
    ['/routes/api/applications/[id]/directors.ts', '/api/applications/:id/directors'],
    ['/routes/api/client/application/[section].ts', '/api/client/application/:section'],
  ])('%s has the address %s', (file, pattern) => {
    expect(patternOf(file)).toBe(pattern)
  })

  test.each(['/routes/_404.tsx', '/routes/_error.tsx', '/routes/admin/_middleware.ts'])(
    '%s has no address',
    (file) => {
      expect(patternOf(file)).toBeNull()
    },
  )
})

describe('the order of routes', () => {
  test('puts fixed words before parameters, whatever order the files come in', () => {
    const patterns = [
      '/api/applications/:id',
      '/:page',
      '/api/applications/:id/pdf',
      '/api/applications/recent-updates',
      '/',
      '/api/applications',
      '/api/applications/:id/directors',
    ]
    const sorted = [
      '/',
      '/api/applications',
      '/api/applications/recent-updates',
      '/api/applications/:id',
      '/api/applications/:id/directors',
      '/api/applications/:id/pdf',
      '/:page',
    ]
    expect(patterns.toSorted(bySpecificity)).toEqual(sorted)
    expect(patterns.toReversed().toSorted(bySpecificity)).toEqual(sorted)
  })

  test('calls two of the same pattern equal', () => {
    expect(bySpecificity('/admin/:id', '/admin/:id')).toBe(0)
  })
})
