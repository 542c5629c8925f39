import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet: RFC 6890 and the IANA special-purpose address registries. */
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

const special = listOf(SPECIAL);

/** Whether an address is in one of these networks. IPv4 addresses written as IPv6 are the IPv4 ones. @param networks in CIDR notation */
export const isInNetworks = (address: string, networks: readonly string[]): boolean =>
  networks.length > 0 && isListed(listOf(networks), address);

const isListed = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => isIP(address) !== 0 && !isListed(special, address);
