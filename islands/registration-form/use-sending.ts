import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormValues } from '#src/forms/registration/form-values.ts'
import { replyOf } from '#src/ui/calls/call.ts'
import { failureToast } from '#src/ui/calls/connection-lost.ts'
import { forgetTyping } from '#src/ui/registration/forget-typing.ts'
import { duplicateMark, toasts } from '#src/ui/toasts/texts.ts'
import { keepToastForNextPage, showToast } from '#src/ui/toasts/toast.ts'
import {
  emailLink,
  nullWhenGone,
  saveDraft,
  sendDirectors,
  submit,
  versionInForce,
} from './saving.ts'
import type { Draft } from './use-typing.ts'

/** What a button of the form asks for. */
export type Step = 'next' | 'submit' | 'email-link'

/** Saving and submitting: one call at a time, however often the button is pressed; `pending` while it is under way. */
export function useSending(
  draft: RefObject<Draft>,
  termsVersion: string,
  heard: {
    /** A section is saved. */
    saved: (section: number) => void
    /** The draft is saved as it is, and its link is on the way. */
    emailed: () => void
    /** The server found fault with fields. */
    refused: (errors: Record<string, string>, values: FormValues) => void
    /** Other terms are in force than those that were shown. */
    termsChanged: (message: string, version: string) => void
  },
) {
  const [pending, setPending] = useState(false)
  // Separate from the state: two clicks may come before the next render.
  const busy = useRef(false)

  // Back from the page after the submit: the button waits for nothing any more.
  useEffect(() => {
    const release = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      busy.current = false
      setPending(false)
    }
    addEventListener('pageshow', release)
    return () => removeEventListener('pageshow', release)
  }, [])

  async function send(values: FormValues, section: number, step: Step) {
    if (busy.current) return
    busy.current = true
    setPending(true)
    try {
      if (step === 'submit') return await finish(values)
      await (step === 'next' ? save(values, section) : email(values, section))
    } catch (error) {
      await fail(error, values, step === 'submit')
    }
    busy.current = false
    setPending(false)
  }

  async function save(values: FormValues, section: number) {
    const id = await saveDraft(draft.current.id, values, section, termsVersion)
    draft.current = { id, saved: values }
    if (section === 2) await sendDirectors(id, values)
    heard.saved(section)
  }

  async function email(values: FormValues, section: number) {
    const id = await saveDraft(draft.current.id, values, section, termsVersion, true)
    draft.current = { id, saved: values }
    await emailLink(id)
    heard.emailed()
    showToast(toasts.draftLinkSent)
  }

  async function finish(values: FormValues) {
    const { id: known } = draft.current
    const id =
      (known && (await submit(known, values, termsVersion).catch(nullWhenGone))) ||
      (await submitNew(values))
    forgetTyping()
    try {
      localStorage.setItem('submittedApplicationId', id)
    } catch {
      // the address of the next page carries it too
    }
    keepToastForNextPage(toasts.submitted)
    // Back then opens the empty form at its first section.
    history.replaceState(history.state, '', location.pathname)
    location.assign(`/success?id=${encodeURIComponent(id)}`)
  }

  /** The draft is made first and kept, so that a submit that fails and is tried again continues the same one. */
  async function submitNew(values: FormValues): Promise<string> {
    const id = await saveDraft(null, values, 5, termsVersion)
    draft.current.id = id
    return submit(id, values, termsVersion)
  }

  async function fail(error: unknown, values: FormValues, submits: boolean) {
    const { errors } = replyOf(error)
    const failed = submits ? toasts.submitFailed : toasts.saveFailed
    showToast(
      failureToast(error, (message) =>
        message?.includes(duplicateMark) ? toasts.duplicateEmail : failed(message),
      ),
    )
    if (errors?.termsVersion)
      heard.termsChanged(errors.termsVersion, await versionInForce(termsVersion))
    else if (errors) heard.refused(errors, values)
  }

  return { pending, send }
}
