import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Flash } from '#src/ui/toasts/Flash.tsx'
import {
  currentToast,
  type Entry,
  listenToToasts,
  tellKept,
  withdraw,
} from '#src/ui/toasts/store.ts'
import { type Toast, withoutWord } from '#src/ui/toasts/toast.ts'

/** Shows one toast at a time, beginning with the page's `flash`. */
export default function Toasts({ flash }: { flash: Toast | null }) {
  const entry = useSyncExternalStore(listenToToasts, currentToast, () => null)
  const [flashStands, setFlashStands] = useState(true)
  const region = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a kept toast is shown once
  useEffect(() => {
    const stop = listenToToasts(() => setFlashStands(false))
    tellKept(flash)
    // A reload must not show the toast again.
    const address = withoutWord(location.href)
    if (address.href !== location.href) history.replaceState(history.state, '', address)
    return stop
  }, [])
  useEffect(() => {
    if (!entry) return
    raise(region.current)
    document.activeElement?.closest('button')?.scrollIntoView({ block: 'nearest' })
  }, [entry])
  return (
    <>
      {flashStands && <Flash toast={flash} />}
      <div id="toasts" role="status" aria-live="polite" ref={region}>
        {entry && <ToastBox key={JSON.stringify(entry)} {...entry} />}
      </div>
    </>
  )
}

/** Milliseconds */
const staysFor = 8_000

function ToastBox({ toast, afterwards, stays }: Entry) {
  // Somebody may be reading it.
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const mustStay = stays || isPointedAt || isFocused
  useEffect(() => {
    if (mustStay) return
    const timer = setTimeout(withdraw, staysFor)
    return () => clearTimeout(timer)
  }, [mustStay])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onEscape = ({ key }: KeyboardEvent) => key === 'Escape' && !isUnderDialog() && withdraw()
    const onPress = ({ target }: MouseEvent) =>
      !stays && !box.current?.contains(target as Node) && withdraw()
    document.addEventListener('keydown', onEscape)
    document.addEventListener('click', onPress, true)
    return () => {
      document.removeEventListener('keydown', onEscape)
      document.removeEventListener('click', onPress, true)
    }
  }, [stays])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a toast waits while it is pointed at
    <div
      ref={box}
      className={`toast toast-${afterwards?.kind ?? toast.kind}`}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <strong>{toast.title}</strong>
      {toast.text && <p>{toast.text}</p>}
      {afterwards && <p>{[afterwards.title, afterwards.text].filter(Boolean).join(': ')}</p>}
      <button type="button" aria-label="Dismiss message" onClick={withdraw}>
        ×
      </button>
    </div>
  )
}

const isUnderDialog = () => document.querySelector('dialog:modal') !== null

/** Moves the toast into the top layer, because an open dialog covers everything else. */
function raise(region: HTMLElement | null) {
  if (!region?.showPopover) return
  if (!isUnderDialog()) {
    region.popover = null
    return
  }
  region.popover = 'manual'
  region.hidePopover()
  region.showPopover()
}
