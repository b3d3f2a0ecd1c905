type OpensslStep = { text: string; command: string }

/** Returns the steps of docs/verify-a-document.md, for the installation at `origin`. */
export const opensslSteps = (origin: string): OpensslStep[] => [
  {
    text: 'Get the certificates of the installation. Better still, use the copy that you kept when you got your first document.',
    command: `curl -O ${origin}/.well-known/countersign.pem`,
  },
  {
    text: 'Take the file apart: the signed part goes to `signed.bin`, and the seal itself to `seal.der`. If this prints `STOP`, somebody changed the file, and you can stop here.',
    command: String.raw`rm -f signer.pem signed.bin seal.der
set -- $(grep -a -o '/ByteRange \[0  *[1-9][0-9]*  *[1-9][0-9]*  *[1-9][0-9]*' document.pdf | tail -n 1 | tr -dc '0-9 ')
head -c "$(($3 - 1))" document.pdf | tail -c "+$(($2 + 2))" > seal.hex
if test "$(($3 + $4))" -eq "$(wc -c < document.pdf)" && test "$(tr -d '0-9A-Fa-f' < seal.hex | wc -c)" -eq 0
then
  head -c "$2" document.pdf > signed.bin
  tail -c "+$(($3 + 1))" document.pdf >> signed.bin
  perl -ne 'print pack "H*", $_' seal.hex > seal.der
else echo 'STOP: the seal does not cover the whole file'
fi`,
  },
  {
    text: 'Check the seal. It is valid if openssl says `CMS Verification successful` (before version 3: `Verification successful`).',
    command:
      'openssl cms -verify -binary -inform DER -in seal.der -content signed.bin -certfile countersign.pem -nointern -noverify -signer signer.pem -out /dev/null',
  },
  {
    text: 'See which certificate sealed it, and compare the fingerprint with the one on the page `/verify` and on an earlier document.',
    command: 'openssl x509 -in signer.pem -noout -subject -dates -fingerprint -sha256',
  },
  {
    text: 'Calculate the hash of the file, which you can also enter at `/verify`.',
    command: 'openssl dgst -sha256 document.pdf',
  },
]
