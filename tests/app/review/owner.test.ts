import { describe, expect, test } from 'vitest'
import { changeRole, disableAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, reviewer } from '../../support/app/admins.ts'
import { fillDraft, stored, submit } from '../../support/app/applicants.ts'
import type { Browser } from '../../support/app/browser.ts'
import { review } from '../../support/app/review.ts'
import type { TestApp } from '../../support/app/test-app.ts'

const other = { username: 'other', password: reviewer.password, role: 'reviewer' } as const

const act = (admin: Browser, id: string, action: string, fields: Record<string, string> = {}) =>
  admin.postForm(`/admin/applications/${id}`, { action, owner: '', ...fields })

const ownerOf = async (admin: Browser, id: string) =>
  (await admin.get(`/api/applications/${id}`)).json?.owner

async function listed(admin: Browser, query: string) {
  const { json } = await admin.get(`/api/applications?${query}`)
  const applications = json?.applications as { id: string }[] | undefined
  return applications?.map(({ id }) => id)
}

/** An application that a second reviewer has taken, and both browsers. */
async function taken() {
  const { app, id, admin } = await review()
  const colleague = await adminBrowser(app, other)
  await act(colleague, id, 'take')
  return { app, id, admin, colleague }
}

describe('the owner of an application', () => {
  test('lets staff take an application, hand it over and release it, with an event each', async () => {
    const { app, id, admin, colleague } = await taken()
    expect(await ownerOf(admin, id)).toBe('other')
    const page = await colleague.get(`/admin/applications/${id}?done=take`)
    expect(page.text).toContain('You now own this application')
    const { version, updatedAt } = stored(app, id).application
    await act(colleague, id, 'hand-over', { owner: 'other', colleague: 'reviewer' })
    expect(await ownerOf(admin, id)).toBe('reviewer')
    await act(admin, id, 'release', { owner: 'reviewer' })
    const { json } = await admin.get(`/api/applications/${id}`)
    expect(json?.owner).toBeNull()
    const change = (before: string | null, after: string | null) => [
      { field: 'owner', before, after },
    ]
    const history = json?.history as { action: string }[]
    expect(history.filter(({ action }) => /taken|handed|released/.test(action))).toMatchObject([
      { by: 'reviewer', action: 'application released', changes: change('reviewer', null) },
      { by: 'other', action: 'application handed over', changes: change('other', 'reviewer') },
      { by: 'other', action: 'application taken', changes: change(null, 'other') },
    ])
    expect(stored(app, id).application).toMatchObject({ version, updatedAt })
  })

  test('refuses the second of two people who change the owner at once', async () => {
    const { id, admin } = await taken()
    const late = await act(admin, id, 'take')
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining('This belongs to other'),
    ])
    expect(await ownerOf(admin, id)).toBe('other')
  })

  test.each(['', 'nobody at all', 'viewer', 'closed'])(
    'refuses %j as the owner and shows the reason at the field',
    async (colleague) => {
      const { app, id, admin } = await taken()
      for (const [username, role] of [
        ['viewer', 'viewer'],
        ['closed', 'reviewer'],
      ] as const)
        await adminBrowser(app, { ...other, username, role })
      disableAdmin(app.deps, { kind: 'system' }, 'closed')
      const { status, text } = await act(admin, id, 'hand-over', { owner: 'other', colleague })
      expect(status).toBe(400)
      expect(text).toContain('Choose a colleague with an open account')
      expect(text).toContain('id="hand-over-form-colleague-error"')
      expect(await ownerOf(admin, id)).toBe('other')
    },
  )

  test.each<[string, (app: TestApp) => void]>([
    ['closed', ({ deps }) => disableAdmin(deps, { kind: 'system' }, 'other')],
    ['made a viewer', ({ deps }) => changeRole(deps, { kind: 'system' }, 'other', 'viewer')],
  ])(
    'releases an application whose owner is %s, so that a colleague can take it',
    async (_, leave) => {
      const { app, id, admin } = await taken()
      expect(await listed(admin, 'owner=nobody')).toEqual([])
      leave(app)
      expect(await ownerOf(admin, id)).toBeNull()
      expect(await listed(admin, 'owner=nobody')).toEqual([id])
      expect(await listed(admin, 'owner=nobody&search=sample')).toEqual([id])
      await act(admin, id, 'take')
      expect(await ownerOf(admin, id)).toBe('reviewer')
    },
  )
})

describe('the list', () => {
  test('shows the owner in the list, and lists what is mine and what is nobody’s', async () => {
    const { app, id, admin, colleague } = await taken()
    const free = await submit(app.browser(), { mainEmail: 'free@example.com' })
    await fillDraft(app.browser(), { mainEmail: 'draft@example.com' })
    expect(await listed(colleague, 'owner=mine')).toEqual([id])
    expect(await listed(admin, 'owner=mine')).toEqual([])
    for (const query of ['', '&search=sample', '&search=sa', '&status=submitted', '&status=recent'])
      expect(await listed(admin, `owner=nobody${query}`)).toEqual([free])
    expect(await listed(colleague, 'owner=mine&search=sample')).toEqual([id])
    expect(await listed(colleague, 'owner=mine&status=approved')).toEqual([])
    const { text } = await colleague.get('/admin/dashboard?owner=mine')
    expect(text).toContain('Owner: other')
    expect(text).toContain('1 application<')
    const csv = await admin.get('/api/applications/export?owner=nobody')
    expect(csv.text).toContain(free)
    expect(csv.text).not.toContain(id)
  })
})
