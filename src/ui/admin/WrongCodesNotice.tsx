import { longTime } from '#src/ui/record/dates.ts'
import type { AdminProfile } from './profile.ts'

/** Tells an administrator that somebody, perhaps they themselves, got past the password but not past the code. */
export function WrongCodesNotice({
  wrongCodes: { count, since },
  timezone,
}: {
  wrongCodes: NonNullable<AdminProfile['wrongCodes']>
  timezone: string
}) {
  const codes = count === 1 ? '1 wrong code was' : `${count} wrong codes were`
  return (
    <p className="notice notice-warn" role="status">
      {`${codes} entered for your account since ${longTime(since, timezone)}. If it was not you, somebody knows your password: change it under My account.`}
    </p>
  )
}
