import { expect, test } from 'vitest'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { testApp } from '../../support/app/test-app.ts'

test('the clean-up finds what has run out among thousands of cookies, and leaves the others', async () => {
  const app = testApp()
  await startDraft(app.browser())
  const { sqlite } = app.deps.db
  sqlite
    .prepare(
      `insert into draft_tokens (id, token_hash, application, access, expires_at)
       with recursive rows(at) as (values (100) union all select at + 1 from rows where at < 11100)
       select at, 'made-' || at, (select seq from applications), 'read', @now + iif(at % 2, 1, -1) * 1000 from rows`,
    )
    .run({ now: app.clock.now })
  const of = (sign: '<' | '>=') =>
    sqlite
      .prepare(`select count(*) from draft_tokens where expires_at ${sign} ?`)
      .pluck()
      .get(app.clock.now)
  expect([of('<'), of('>=')]).toEqual([5501, 5501])
  await cleanUp(app.deps)
  expect([of('<'), of('>=')]).toEqual([0, 5501])
})
