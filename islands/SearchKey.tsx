import { useEffect, useState } from 'react'
import { isSearchKeyOn, switchSearchKey } from '#src/ui/admin/search-key.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** For this browser alone, which keeps it. */
export default function SearchKey() {
  const [isOn, setOn] = useState<boolean | null>(null)
  useEffect(() => setOn(isSearchKeyOn()), [])
  if (isOn === null) return null
  return (
    <RecordCard id="keyboard" title="Keyboard">
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            switchSearchKey(checked)
            setOn(checked)
          }}
        />
        <span>Pressing / on the dashboard leads to the search, in this browser</span>
      </label>
    </RecordCard>
  )
}
