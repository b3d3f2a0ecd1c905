import { useEffect, useState } from 'react'
import { sectionNumbers } from '#src/forms/registration-choices.ts'

/**
 * Which section is open. Before React arrives the address's anchor decides; afterwards each move is an entry of the
 * browser's history, so its Back button goes back a section.
 */
export function useSections(first: number) {
  const [awake, setAwake] = useState(false)
  const [current, setCurrent] = useState(first)

  useEffect(() => {
    const follow = () => setCurrent(anchored() ?? first)
    follow()
    setAwake(true)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [first])

  function open(section: number) {
    if (section !== current) history.pushState(null, '', `#section-${section}`)
    setCurrent(section)
  }

  return { awake, current, open }
}

function anchored(): number | undefined {
  const [, number] = /^#section-(\d)$/.exec(location.hash) ?? []
  return sectionNumbers.find((section) => String(section) === number)
}
