import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'

export const LoginLine = ({ forgot }: { forgot: string }) => (
  <div className="actions">
    <SubmitButton waiting="Logging in...">Login</SubmitButton>
    <ButtonLink variant="ghost" href={forgot}>
      Forgot password?
    </ButtonLink>
  </div>
)
