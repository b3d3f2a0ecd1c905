import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runDrill } from '#src/domain/backup/drill.ts'
import { offSite } from '#src/domain/backup/state.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { going, hasRestic, offSiteApp, placeRepository } from '../../support/backup/off-site.ts'
import { s3Server, s3ServerKeys } from '../../support/backup/s3-server.ts'
import { freePort } from '../../support/built-server.ts'

const sshd = '/usr/sbin/sshd'
const hasSshd = existsSync(sshd) && userInfo().uid === 0

// with a key of restic's own, which takes a core half a second in each command
describe.skipIf(!hasRestic)('S3', { timeout: 180_000 }, () => {
  test('takes backups, and gives them back to a drill', async () => {
    const { repository, line } = await s3Server()
    const site = await offSiteApp({ BACKUP_REPOSITORY: repository, ...s3ServerKeys })
    await submit(site.app.browser())
    await issueAll(site.app)
    await site.send()
    const { backups } = await runDrill(site.app.deps, going())
    expect(backups).toMatchObject([{ documents: 1 }])
    expect(line.opened).toBeGreaterThan(1)
  })

  test('with a wrong key is told in its words, without the key', async () => {
    const { repository } = await s3Server()
    const wrong = { ...s3ServerKeys, AWS_ACCESS_KEY_ID: 'NOT-THE-KEY' }
    const { app, send } = await offSiteApp({ BACKUP_REPOSITORY: repository, ...wrong })
    await expect(send()).rejects.toThrow('does not exist in our records')
    expect(offSite(app.deps)?.failed?.reason).not.toContain('NOT-THE-KEY')
  })
})

describe.skipIf(!hasRestic || !hasSshd)('SFTP', () => {
  test('takes backups, and gives them back to a drill', async () => {
    const { repository, PATH } = await sshServer()
    const { app, send } = await offSiteApp({ BACKUP_REPOSITORY: repository, PATH })
    await send()
    expect((await runDrill(app.deps, going())).backups).toHaveLength(1)
  })
})

/** An SSH server on loopback with a folder, and a path on which `ssh` knows how to reach it. */
async function sshServer() {
  const folder = mkdtempSync(join(tmpdir(), 'sshd-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  for (const key of ['host', 'user'])
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(key)])
  writeFileSync(at('authorized'), readFileSync(at('user.pub')), { mode: 0o600 })
  // as the system's own start makes it
  mkdirSync('/run/sshd', { recursive: true })
  const port = await freePort()
  const settings = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${at('host')}`, `PidFile ${at('pid')}`],
    ...[`AuthorizedKeysFile ${at('authorized')}`, 'StrictModes no', 'UsePAM no'],
    ...['PasswordAuthentication no', 'Subsystem sftp internal-sftp'],
  ]
  writeFileSync(at('sshd_config'), `${settings.join('\n')}\n`)
  const server = spawn(sshd, ['-D', '-e', '-f', at('sshd_config')], { stdio: 'pipe' })
  onTestFinished(() => void server.kill())
  let said = ''
  server.stderr.on('data', (part) => {
    said += part
  })
  await vi.waitFor(() => expect(said).toContain('listening'), 10_000)
  const options = `-p ${port} -i ${at('user')} -o StrictHostKeyChecking=no -o UserKnownHostsFile=${at('known')}`
  writeFileSync(at('ssh'), `#!/bin/sh\nexec /usr/bin/ssh ${options} "$@"\n`, { mode: 0o755 })
  placeRepository(at('repository'))
  const repository = `sftp:${userInfo().username}@127.0.0.1:${at('repository')}`
  return { repository, PATH: `${folder}:${process.env.PATH}` }
}
