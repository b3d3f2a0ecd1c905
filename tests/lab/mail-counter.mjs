import { SMTPServer } from 'smtp-server'
import { settings } from './mail-settings.mjs'

/** A mail server on loopback that takes everything and counts it, and the settings that lead there. */
export async function countMails() {
  let arrived = 0
  const stand = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        arrived += 1
        done()
      })
    },
  })
  await new Promise((ready) => stand.listen(0, '127.0.0.1', ready))
  return {
    arrived: () => arrived,
    close: () => stand.close(),
    settings: { ...settings, smtpPort: stand.server.address().port },
  }
}
