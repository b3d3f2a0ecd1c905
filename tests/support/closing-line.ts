import type { Reporter, TestModule } from 'vitest/node'

/**
 * A reporter that prints one last line: `N passed, N failed`, and how many were skipped. A file that does not load, a
 * failing hook and an uncaught error count as failed.
 */
export function closingLine(print: (line: string) => void = console.log): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const count = (state: 'passed' | 'failed' | 'skipped') =>
        sum(modules, ({ children }) => [...children.allTests(state)].length)
      const broken = sum(modules, brokenParts) + unhandledErrors.length
      const skipped = count('skipped')
      const line = `${count('passed')} passed, ${count('failed') + broken} failed`
      print(skipped > 0 ? `\n${line}, ${skipped} skipped` : `\n${line}`)
    },
  }
}

/** Files and groups that failed by themselves, not by one of their tests. */
const brokenParts = (module: TestModule) =>
  [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0).length

const sum = (modules: readonly TestModule[], figure: (module: TestModule) => number) =>
  modules.reduce((total, module) => total + figure(module), 0)
