import { listenForSheets } from '../src/ui/sheet-pops.ts';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/base.css';

listenForSheets();
