import { publishTerms, termsMark } from '#src/domain/terms/publish.ts'
import type { TestApp } from './test-app.ts'

/** Publishes terms as an administrator would who has seen the present ones; returns the version. */
export const publish = ({ deps }: Pick<TestApp, 'deps'>, source: string, inForceFrom: string) =>
  publishTerms(deps, editor, { source, inForceFrom, expected: termsMark(deps) })

const editor = {
  kind: 'admin' as const,
  id: 1,
  username: 'editor',
  role: 'administrator' as const,
  sessionHash: '',
}
