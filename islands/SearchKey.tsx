import { useEffect, useState } from 'react'
import { isSearchKeyOn, switchSearchKey } from '#src/ui/admin/search-key.ts'
import { ChoiceLine } from '#src/ui/fields/ChoiceGroup.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** The box is hidden until the scripts run, because the browser stores the choice. */
export default function SearchKey() {
  const [isOn, setOn] = useState<boolean>()
  useEffect(() => setOn(isSearchKeyOn()), [])
  return (
    <div hidden={isOn === undefined}>
      <RecordCard id="keyboard" title="Keyboard">
        <ChoiceLine
          id="search-key"
          type="checkbox"
          checked={isOn ?? true}
          onChange={({ target: { checked } }) => {
            switchSearchKey(checked)
            setOn(checked)
          }}
          option={{
            value: 'on',
            label: 'In this browser, pressing / on the dashboard opens the search',
          }}
        />
      </RecordCard>
    </div>
  )
}
