import {
  adminProfile,
  changeAdminPassword,
  confirmAdmin,
  keepProfileSignature,
} from '#src/domain/accounts/admin-account.ts'
import {
  confirmTotp,
  disableTotp,
  enrolTotp,
  pendingTotp,
} from '#src/domain/accounts/admin-totp.ts'
import type { Admin } from '#src/domain/actor.ts'
import { drawName } from '#src/domain/applications/typed-name.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { changePassword, confirmPassword, secondFactor } from '#src/forms/admin/admin-forms.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import { messages } from '#src/forms/fields/messages.ts'
import { readText } from '#src/forms/text.ts'
import type { Ctx } from '#src/http/context.ts'
import { setAdminCookie } from '#src/http/sessions/admin-session.ts'
import { limitCodes, limitPasswords } from '#src/http/sessions/admin-sign-in.ts'
import type { AccountAnswer } from '#src/ui/admin/profile.ts'
import { checkForm } from './form-request.ts'

export const noAnswer: AccountAnswer = {
  errors: {},
  said: null,
  enrolment: null,
  recoveryCodes: [],
}

const noName = 'Type your name first'

type Form = Record<string, string>

/** A form of the 'My account' dialog that was posted without scripts; a refusal becomes its field's error. */
export async function postAccount(c: Ctx, admin: Admin, form: Form): Promise<AccountAnswer> {
  try {
    return { ...noAnswer, ...(await deeds.get(form.deed ?? '')?.(c, admin, form)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...noAnswer, ...refused(error) }
  }
}

function refused({ message, details: { errors = {} } }: Refusal) {
  return { errors, said: Object.keys(errors).length > 0 ? null : message }
}

/** Whether a posted action belongs to the dialog. */
export const isAccountDeed = (deed: string) => deeds.has(deed)

type Deed = (c: Ctx, admin: Admin, form: Form) => Promise<Partial<AccountAnswer>>

/** A Map, so that a posted "constructor" finds no action. */
const deeds = new Map(
  Object.entries<Deed>({
    async password(c, admin, form) {
      const given = checkForm(changePassword, form)
      const token = await limitPasswords(c, admin.username, () =>
        changeAdminPassword(c.var.deps, admin, given, c.var.address),
      )
      setAdminCookie(c, token)
      return { said: 'Password changed. You have been signed out everywhere else.' }
    },
    async signature(c, admin, form) {
      const name = readText(form.typedName ?? '', lengths.line)
      const fault = name === null ? messages.tooLong(lengths.line) : noName
      if (!name) throw new Refusal('invalid', fault, { errors: { signature: fault } })
      keepProfileSignature(c.var.deps, admin, await drawName(c.var.deps, name, c.var.address))
      return { said: 'Signature saved.' }
    },
    async 'signature-away'(c, admin) {
      keepProfileSignature(c.var.deps, admin, null)
      return { said: 'Signature removed.' }
    },
    async 'totp-begin'(c, admin, form) {
      await confirm(c, admin, form)
      return { enrolment: enrolTotp(c.var.deps, admin) }
    },
    async 'totp-confirm'(c, admin, form) {
      const enrolment = pendingTotp(c.var.deps, admin)
      try {
        const { code } = checkForm(secondFactor, form)
        const { recoveryCodes, token } = await limitCodes(c, admin, code, () =>
          confirmTotp(c.var.deps, admin, code),
        )
        setAdminCookie(c, token)
        return { recoveryCodes, said: 'Two-step sign-in is on.' }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // a mistyped code: the key stays on the page, and the next code is asked for
        return { enrolment, ...refused(error) }
      }
    },
    async 'totp-off'(c, admin, form) {
      await confirm(c, admin, form)
      const { code } = checkForm(secondFactor, form)
      setAdminCookie(
        c,
        await limitCodes(c, admin, code, () => disableTotp(c.var.deps, admin, code)),
      )
      return { said: 'Two-step sign-in is off.' }
    },
  }),
)

async function confirm(c: Ctx, admin: Admin, form: Form) {
  const { password } = checkForm(confirmPassword, form)
  const { deps, address } = c.var
  await limitPasswords(c, admin.username, () => confirmAdmin(deps, admin, { password, address }))
}

/** What the dialog shows. */
export const profileOf = (c: Ctx, admin: Admin) => adminProfile(c.var.deps, admin)
