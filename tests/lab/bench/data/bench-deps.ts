import type { Deps } from '#src/deps.ts'
import { depsOn } from '../../../support/deps-on.ts'

/** The key of every folder of the benchmark: what one run made, the next one opens. */
export const benchKey = Buffer.alloc(32, 'benchmark').toString('base64')

/** The app's Deps on a folder that was filled, without port, documents or mail. */
export const benchDeps = (folder: string): Deps => depsOn(folder, benchKey, { NODE_ENV: 'test' })
