import { beforeEach, expect, test } from 'vitest'
import { currentToast, tell, tellAfterwards, withdraw } from '#src/ui/toasts/store.ts'
import { failure, refused, success } from '#src/ui/toasts/toast.ts'

beforeEach(withdraw)

test('an error stays until it is dismissed, unless it also stands at its fields', () => {
  tell(refused('Failed to reject application'))
  expect(currentToast()?.stays).toBe(true)
  tell(refused('Customer code is required'), { atFields: true })
  expect(currentToast()?.stays).toBe(false)
})

test('a success stays in sight when reading again fails after it', () => {
  const approved = success('Success', 'Application approved and customer notified via email')
  const unread = refused('Failed to fetch application')
  tell(approved)
  tellAfterwards(unread)
  expect(currentToast()).toEqual({ toast: approved, stays: true, afterwards: unread })
})

test('without a success before it, a failure to read is a toast of its own', () => {
  tellAfterwards(failure('Network Error'))
  expect(currentToast()?.toast.title).toBe('Network Error')
})
