import type { SetupStep } from '#src/domain/maintenance/setup.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { StatusBadge } from '#src/ui/record/RecordCard.tsx'

export function SetupChecklist({ steps }: { steps: SetupStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="card setup" aria-labelledby="setup">
      <div className="card-head">
        <h2 id="setup">Set up this installation</h2>
        <span className="quiet">{`${done} of ${steps.length} done`}</span>
      </div>
      <ol>
        {steps.map(({ title, href, isDone }) => (
          <li key={href}>
            {isDone ? (
              <>
                <span className="quiet">{title}</span> <StatusBadge tone="good" label="Done" />
              </>
            ) : (
              <a href={href}>{title}</a>
            )}
          </li>
        ))}
      </ol>
      <PostForm className="actions">
        <Button small variant="ghost" type="submit" name="action" value="hide-setup">
          Hide This List
        </Button>
        <span className="hint">Everything stays under Settings.</span>
      </PostForm>
    </section>
  )
}
