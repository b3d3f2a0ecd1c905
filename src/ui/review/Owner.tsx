import { Field } from '#src/ui/forms/Field.tsx'
import { success } from '#src/ui/toasts/toast.ts'
import { DeskDialog, KeptList, OpenButton, PressForm, useDeskForm } from './DeskForm.tsx'
import type { Desk, DeskAction, Part } from './review.ts'

export const take: DeskAction = {
  right: 'decide',
  done: success('You now own this application'),
}

export const release: DeskAction = { right: 'decide', done: success('Application released') }

export const handOver: DeskAction = {
  right: 'decide',
  done: success('Application handed over'),
  Dialog: HandOver,
}

export function Owner({ desk }: Part) {
  const { review, may } = desk
  const { owner } = review.record
  const mayChange = may('decide')
  return (
    <div className="head-facts">
      <span>{owner ? `Owner: ${owner}` : 'Unassigned'}</span>
      {mayChange && owner !== review.username && (
        <PressForm desk={desk} action="take" hidden={{ owner: owner ?? '' }}>
          Take
        </PressForm>
      )}
      {mayChange && owner && (
        <PressForm desk={desk} action="release" hidden={{ owner }}>
          Release
        </PressForm>
      )}
      {mayChange && othersThanOwner(desk).length > 0 && (
        <form method="get">
          <KeptList review={review} />
          <OpenButton small desk={desk} dialog="hand-over">
            Hand Over
          </OpenButton>
        </form>
      )}
    </div>
  )
}

const othersThanOwner = ({ review: { record, colleagues } }: Desk) =>
  record.status === 'draft' ? [] : colleagues.filter((name) => name !== record.owner)

function HandOver({ desk }: Part) {
  const others = othersThanOwner(desk)
  const form = useDeskForm<'colleague'>(desk, 'hand-over')
  if (others.length === 0 && desk.dialog !== 'hand-over') return null
  return (
    <DeskDialog
      desk={desk}
      name="hand-over"
      title="Hand Over Application"
      form={form}
      hidden={{ owner: desk.review.record.owner ?? '' }}
      submit="Hand Over"
      waiting="Handing over..."
    >
      <Field
        of={form.fields.colleague}
        as="select"
        label="Colleague"
        choices={[['', 'Choose a colleague'], ...others.map((name) => [name, name] as const)]}
      />
    </DeskDialog>
  )
}
