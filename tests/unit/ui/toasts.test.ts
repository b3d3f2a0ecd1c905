import { beforeEach, expect, test } from 'vitest'
import { currentToast, tell, tellAfterwards, withdraw } from '#src/ui/toasts/store.ts'
import { failure, refused, success } from '#src/ui/toasts/toast.ts'

beforeEach(withdraw)

test('keeps an error until it is dismissed, unless it is also shown at its fields', () => {
  tell(refused('Failed to reject application'))
  expect(currentToast()?.stays).toBe(true)
  tell(refused('Customer code is required'), { atFields: true })
  expect(currentToast()?.stays).toBe(false)
})

test('keeps a success in sight when reading again fails after it', () => {
  const approved = success('Success', 'Application approved and customer notified via email')
  const unread = refused('Failed to fetch application')
  tell(approved)
  tellAfterwards(unread)
  expect(currentToast()).toEqual({ toast: approved, stays: true, afterwards: unread })
})

test('shows a toast of its own for a failed read without a success before it', () => {
  tellAfterwards(failure('Network Error'))
  expect(currentToast()?.toast.title).toBe('Network Error')
})
