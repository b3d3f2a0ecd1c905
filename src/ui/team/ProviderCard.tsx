import type { SubmissionResult } from '@conform-to/react'
import type { teamMember } from '#src/domain/staff/team.ts'
import { RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton } from '#src/ui/fields/Button.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = {
  member: ReturnType<typeof teamMember>
  lastResult: SubmissionResult | undefined
}

export function ProviderCard({ member, lastResult }: Props) {
  const { id, username, provider, connectedAs, keepsPassword, hasPassword } = member
  return (
    <RecordCard id="provider" title={`Sign-in with ${provider}`}>
      <p>
        {connectedAs === null
          ? `Not connected. ${username} can connect it under My account, or with a link from Sign-in help.`
          : `Connected to ${connectedAs}.`}
      </p>
      <p>
        {keepsPassword
          ? 'An emergency account: its password works even while everybody else must use the provider.'
          : hasPassword
            ? 'Its password works unless everybody must use the provider.'
            : 'No password opens this account.'}
      </p>
      <RowForm of={['account', id]} lastResult={lastResult}>
        {connectedAs !== null && (
          <ActionButton name="disconnect" about={username} variant="danger">
            Disconnect
          </ActionButton>
        )}
        {keepsPassword ? (
          <ActionButton name="take-emergency" about={username}>
            No Longer an Emergency Account
          </ActionButton>
        ) : (
          <ActionButton name="give-emergency" about={username}>
            Make It an Emergency Account
          </ActionButton>
        )}
      </RowForm>
    </RecordCard>
  )
}
