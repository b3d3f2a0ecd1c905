import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { type Company, Layout } from '#src/ui/layout/Layout.tsx'
import { notForMe } from './not-for-me.ts'

type Asked = { token: string; name: string; business: string; askedBy: string; askedAt: string }

/** How the signer has just ended the request, or `null`. */
type Ended = { token: null; ended: 'returned' | 'declined' | null; keepsNoCookies: boolean }

/** Asks first: mail scanners open links. */
export const SignatureLink = ({ company, link }: { company: Company; link: Asked | Ended }) => (
  <Layout company={company} width="narrow">
    {link.token === null ? <NothingToSign {...link} /> : <Question company={company} {...link} />}
  </Layout>
)

const Question = ({
  company,
  token,
  name,
  business,
  askedBy,
  askedAt,
}: Asked & { company: Company }) => (
  <div className="stack">
    <form method="post" action="/sign" className="stack">
      <h1>You are asked to sign</h1>
      <p className="lead">
        <strong>{askedBy}</strong> has filled in an application for a trade account with{' '}
        {company.name} for <strong>{business}</strong>. On {askedAt} they asked you, {name}, to sign
        it.
      </p>
      <p>You can read all the answers and the terms before you sign, and you can send it back.</p>
      <input type="hidden" name="token" value={token} />
      <div className="actions">
        <Button type="submit" variant="primary" name="action" value="open">
          Read the application
        </Button>
      </div>
    </form>
    <details>
      <summary>{notForMe.title}</summary>
      <form method="post" action="/sign" className="stack">
        <p>{notForMe.text}</p>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="danger" name="action" value="decline">
          {notForMe.button}
        </Button>
      </form>
    </details>
  </div>
)

function NothingToSign({ ended, keepsNoCookies }: Ended) {
  const { heading, text } = endings[ended ?? (keepsNoCookies ? 'cookies' : 'dead')]
  return (
    <div className="stack">
      <h1>{heading}</h1>
      <p className="lead">{text}</p>
      <div className="actions">
        <ButtonLink href="/">Home</ButtonLink>
      </div>
    </div>
  )
}

const endings = {
  returned: {
    heading: 'You have sent it back',
    text: 'We have passed your note on to the applicant. The link in your email no longer works. If the applicant asks you again, you will get a new one.',
  },
  declined: {
    heading: 'We will not ask you again',
    text: 'The applicant sees that you will not sign. For a year we will not send this address any more emails that ask for a signature.',
  },
  cookies: {
    heading: 'Your browser does not keep our cookie',
    text: 'Without it we cannot show you the application. Allow cookies for this site, then open the link in your email again.',
  },
  dead: {
    heading: 'There is nothing to sign here',
    text: 'A link to sign works for 7 days, until the application is signed or sent back, or until the applicant withdraws the request. If you have opened it in another browser, continue there, or press the button in your email again.',
  },
}
