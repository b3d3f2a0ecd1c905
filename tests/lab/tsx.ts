import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

/** The lab's programs load this first: they import emails, which are components, and Node strips types but leaves JSX alone. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    const file = fileURLToPath(url)
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'))
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
