import { IconBell, IconBookmark, IconDots, IconDownload, IconMessageCircle, IconUserPlus, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { Coin } from '../src/ui/Amount.tsx';
import { Button, IconButton } from '../src/ui/Button.tsx';
import { Card } from '../src/ui/Card.tsx';
import { Keys } from '../src/ui/Chip.tsx';
import { Checkbox, Switch } from '../src/ui/Check.tsx';
import { PasswordField, TextArea, TextField } from '../src/ui/Field.tsx';
import { SelectField } from '../src/ui/SelectField.tsx';
import { OptionCards } from '../src/ui/OptionCards.tsx';
import { Segments } from '../src/ui/Segments.tsx';
import { FileField } from '../src/ui/FileField.tsx';
import { Ticket } from '../src/ui/Ticket.tsx';
import { Grid, icon, Row } from './layout.tsx';

export const Tickets = () => (
  <>
    <Row>
      <Ticket label="Unlock" tokens={6.5} />
      <Ticket label="Paying" tokens={6.5} busy />
      <Ticket label="Unlock" tokens={6.5} disabled />
      <Ticket label="Buy 25 tokens" money={24.5} below="Visa 4417" size="lg" />
    </Row>
    <div style={{ maxWidth: 420, display: 'grid', gap: 12 }}>
      <Ticket label="Subscribe monthly" tokens={9} size="lg" wide />
      <Ticket label="Pay and unlock" tokens={1205.2} size="lg" wide icon={<IconWallet {...icon} />} />
      <Ticket label="Subscribe monthly to a very long name indeed" tokens={9} wide />
    </div>
  </>
);

export const Buttons = () => (
  <>
    {(['md', 'sm', 'lg'] as const).map((size) => (
      <Row key={size}>
        <Button kind="gold" size={size}>
          Request payout
        </Button>
        <Button kind="lift" size={size} icon={<IconUserPlus {...icon} />}>
          Follow free
        </Button>
        <Button kind="outline" size={size} icon={<IconDownload {...icon} />}>
          CSV
        </Button>
        <Button kind="text" size={size}>
          Not now
        </Button>
        <Button kind="live" size={size}>
          Start the show
        </Button>
        <Button kind="bad" size={size}>
          Refuse <Keys>R</Keys>
        </Button>
        <Button kind="gold" size={size} busy>
          Log in
        </Button>
        <Button kind="lift" size={size} busy icon={<IconUserPlus {...icon} />}>
          Follow
        </Button>
        <Button kind="outline" size={size} disabled>
          Off
        </Button>
      </Row>
    ))}
    <Row>
      <IconButton label="More" icon={<IconDots {...icon} />} />
      <IconButton kind="soft" label="Bell" icon={<IconBell {...icon} />} />
      <IconButton kind="soft" size="sm" on label="Saved" icon={<IconBookmark {...icon} />} />
      <IconButton kind="gold" label="Send" icon={<IconMessageCircle {...icon} />} />
    </Row>
  </>
);

export const Forms = () => {
  const [period, setPeriod] = useState<'7' | '30' | '365'>('30');
  const [way, setWay] = useState('wallet');
  const [file, setFile] = useState<File | null>(null);
  return (
    <Grid min={320}>
      <Card pad="lg">
        <div style={{ display: 'grid', gap: 16 }}>
          <TextField label="Username or email" defaultValue="alexm" />
          <PasswordField
            label="Password"
            defaultValue="correct horse"
            error="Incorrect credentials!"
            aside={<a href="#forgot">Forgot it?</a>}
          />
          <TextField label="Private, a minute" start={<Coin />} defaultValue="3.00" hint="At least 0.10" optional />
          <SelectField label="Category" choices={[{ value: 'm', text: 'Music' }]} placeholder="Choose" />
          <Checkbox label="Keep me logged in on this device" defaultChecked />
          <Checkbox label="I am at least 18 years old." error="This is needed." />
        </div>
      </Card>
      <Card pad="lg">
        <div style={{ display: 'grid', gap: 16 }}>
          <TextArea label="About" defaultValue="Builds classical guitars in Braga." />
          <Switch label="Record the show" hint="Viewers see a notice" defaultChecked />
          <Switch label="Goal" />
          <FileField label="Identity card" hint="JPG, PNG or PDF up to 20 MB." accept="image/*" file={file} onFile={setFile} />
          <FileField
            label="Sending"
            accept="image/*"
            file={new File(['x'], 'passport-front-page-scan-final-2.jpg')}
            onFile={() => undefined}
            progress={0.42}
          />
          <Segments
            label="Period"
            name="period"
            value={period}
            onChange={setPeriod}
            options={[
              { value: '7', text: '7 days' },
              { value: '30', text: '30 days' },
              { value: '365', text: 'Year' },
            ]}
          />
        </div>
      </Card>
      <Card pad="lg">
        <OptionCards
          label="Pay with"
          name="way"
          value={way}
          onChange={setWay}
          options={[
            {
              value: 'wallet',
              icon: <IconWallet {...icon} />,
              body: (
                <>
                  <b>Wallet</b>
                  <div>48.50 now, 43.30 after</div>
                </>
              ),
            },
            {
              value: 'card',
              icon: <IconWallet {...icon} />,
              body: (
                <>
                  <b>Card</b>
                  <div>$5.20</div>
                </>
              ),
            },
          ]}
        />
      </Card>
    </Grid>
  );
};
