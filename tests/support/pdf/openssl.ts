import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../folder.ts'

export type Run = { ok: boolean; text: string }

/** A folder with these files, in the run's own folder, and commands in it. */
export function workFolder(files: Record<string, Uint8Array | string>) {
  const path = newFolder()
  const write = (name: string, content: Uint8Array | string) =>
    writeFileSync(join(path, name), content)
  for (const [name, content] of Object.entries(files)) write(name, content)
  return {
    write,
    read: (name: string) => readFileSync(join(path, name)),
    /** Rejects when the machine does not have the command. */
    run: (command: string, ...words: string[]) =>
      new Promise<Run>((resolve, reject) => {
        execFile(command, words, { cwd: path }, (error, stdout, stderr) => {
          if (error?.code === 'ENOENT') reject(new Error(`These tests need ${command}`))
          else resolve({ ok: !error, text: stdout + stderr })
        })
      }),
  }
}

const page = readFileSync('docs/verify-a-document.md', 'utf8')

/** The commands of docs/verify-a-document.md, for a folder with `document.pdf` and `countersign.pem`. */
export const verifySteps = shellBlocks('sh')
export const timestampSteps = shellBlocks('sh timestamp')

/** What openssl says by the printed steps. */
export function verifyByHand(document: Uint8Array, certificates: string): Promise<Run> {
  const folder = workFolder({ 'document.pdf': document, 'countersign.pem': certificates })
  return folder.run('sh', '-ec', verifySteps)
}

function shellBlocks(kind: string): string {
  const blocks = page.matchAll(/^( *)```([^\n]+)\n(.*?)^ *```$/gms)
  const own = [...blocks].filter(([, , label]) => label === kind)
  return own.map(([, indent = '', , text = '']) => text.replaceAll(`\n${indent}`, '\n')).join('\n')
}
