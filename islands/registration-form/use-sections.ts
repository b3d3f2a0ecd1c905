import { useEffect, useRef, useState } from 'react'
import { sectionNumbers } from '#src/forms/registration/sections.ts'
import { noteScriptsRan, scriptsRan } from './newest-answers.ts'

/**
 * Which section is open: the one that the address's anchor stands in, before React arrives (by CSS) and after it. So
 * every link to a field or a section opens it, and the browser's Back button goes back a section.
 */
export function useSections(first: number) {
  const [awake, setAwake] = useState(false)
  const [current, setCurrent] = useState(first)

  const moved = useRef(false)

  useEffect(() => {
    const follow = () => {
      noteScriptsRan()
      const target = anchored()
      moved.current = true
      setCurrent(sectionAround(target) ?? first)
      // The browser could not scroll to a hidden target.
      if (target && !target.matches('.panel')) requestAnimationFrame(() => target.focus())
    }
    setCurrent(sectionAround(anchored()) ?? first)
    setAwake(true)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [first])

  // A tab keeps the focus; otherwise the focus moves to the section's heading.
  useEffect(() => {
    if (!moved.current || document.activeElement?.matches('.step')) return
    document.getElementById(`section-title-${current}`)?.focus({ preventScroll: true })
    document.getElementById(`section-${current}`)?.scrollIntoView()
  }, [current])

  function open(section: number) {
    if (section === current) return
    moved.current = true
    history.pushState(scriptsRan, '', `#section-${section}`)
    setCurrent(section)
  }

  return { awake, current, open }
}

const anchored = () => document.getElementById(location.hash.slice(1))

const sectionAround = (target: HTMLElement | null) =>
  sectionNumbers.find((number) => target?.closest(`#section-${number}`))
