import { SMTPServer } from 'smtp-server'

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
    settings: {
      emailProvider: 'smtp',
      smtpHost: '127.0.0.1',
      smtpPort: stand.server.address().port,
      smtpUser: 'mailer',
      smtpPassword: 'a mail password',
      fromEmail: 'sender@example.com',
      fromName: 'Sample Supplier',
      accountsNotificationEmail: 'accounts@example.com',
    },
  }
}
