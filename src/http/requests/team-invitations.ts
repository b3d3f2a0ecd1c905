import { refuseStalePassword } from '#src/domain/accounts/admin-sessions.ts'
import {
  invite,
  inviteAgain,
  listInvitations,
  withdrawInvitation,
} from '#src/domain/invitations/invitations.ts'
import { settingsRow } from '#src/domain/mailing/settings-row.ts'
import { teamInvitation, teamInvitationId } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import type { Action, FailedPost } from './actions.ts'
import { checkForm } from './form-request.ts'
import { askPassword } from './mail-settings-save.ts'

const done = '/admin/team?done='

/** What can be done with invitations on the team's page. */
export const invitationActions: Record<string, Action> = {
  async invite(c, form) {
    const admin = requireAdmin(c, 'team')
    const input = checkForm(teamInvitation, form)
    await askPassword(c, admin, Object.fromEntries(form))
    await limit(c, 'invitation', admin.username)
    invite(c.var.deps, admin, input)
    return invited(c)
  },
  async 'invite-again'(c, form) {
    const admin = requireAdmin(c, 'team')
    refuseStalePassword(c.var.deps, admin)
    await limit(c, 'invitation', admin.username)
    inviteAgain(c.var.deps, admin, checkForm(teamInvitationId, form).invitation)
    return invited(c)
  },
  withdraw(c, form) {
    const admin = requireAdmin(c, 'team')
    refuseStalePassword(c.var.deps, admin)
    withdrawInvitation(c.var.deps, admin, checkForm(teamInvitationId, form).invitation)
    return `${done}withdrawn#invitations`
  },
}

/** Where the page says that an invitation goes, or waits for the settings. */
const invited = (c: Ctx) => `${done}${settingsRow(c.var.deps) ? 'invited' : 'waits'}#invitations`

/** What the section of invitations shows; after a refused one also what was typed. */
export function invitationsOf(c: Ctx, post?: FailedPost) {
  const { deps } = c.var
  const isRefused = post?.action === 'invite'
  return {
    invitations: listInvitations(deps),
    hasMail: settingsRow(deps) !== null,
    typed: isRefused ? Object.fromEntries(post.form) : {},
    errors: isRefused ? post.errors : {},
  }
}
